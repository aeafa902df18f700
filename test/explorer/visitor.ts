import { expect } from 'vitest';
import type { Page } from '../browser.ts';

const MAX_CLICKS = 3;

/** A user who starts at the home page, reads visible text, and searches once or clicks at most three times. */
export class Visitor {
  readonly #page: Page;
  #searches = 0;
  #clicks = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async onHomePage(page: Page, url: string): Promise<Visitor> {
    await page.goto(url);
    await page.locator('#q').waitFor();
    return new Visitor(page);
  }

  async search(text: string): Promise<void> {
    if (++this.#searches > 1) throw new Error('a second search');
    await this.#page.locator('#q').fill(text);
    await this.#page.keyboard.press('Enter');
    await this.#page.locator('#main h1').waitFor();
  }

  /** Clicks a tab, a link or a button by its text. */
  async click(role: 'tab' | 'link' | 'button', name: string | RegExp): Promise<void> {
    if (++this.#clicks > MAX_CLICKS) throw new Error('a fourth click');
    const words = typeof name === 'string' ? { name, exact: true } : { name };
    await this.#page.getByRole(role, words).first().click();
  }

  async type(label: string, text: string): Promise<void> {
    await this.#page.locator(`label:has-text("${label}") input`).fill(text);
    // The page reads a field when it is left.
    await this.#page.keyboard.press('Tab');
  }

  /** Waits until the page's visible text contains all of `texts`. */
  async sees(...texts: readonly (string | RegExp)[]): Promise<void> {
    const text = () =>
      this.#page
        .locator('main')
        .innerText()
        .catch(() => '');
    for (const each of texts) {
      if (typeof each === 'string') await expect.poll(text, { message: each }).toContain(each);
      else await expect.poll(text, { message: String(each) }).toMatch(each);
    }
  }
}
