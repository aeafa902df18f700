import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Page } from '../browser.ts';
import { PACKAGES } from '../packages.ts';
import { resolveInPackage } from '../require-package.ts';

/** Source of axe-core for browsers. */
const AXE =
  PACKAGES === undefined ? '' : readFileSync(resolveInPackage(PACKAGES, 'axe-core/axe.min.js'), 'utf8');

/** Resolves when the page has loaded. Its policy forbids Playwright's own way of waiting for an expression. */
export async function settled(page: Page): Promise<void> {
  const isLoading =
    "document.querySelector('h1') === null || document.querySelector('[aria-busy=true]') !== null";
  await expect.poll(() => page.evaluate(isLoading), { interval: 50 }).toBe(false);
}

/** Adds axe-core to the page. */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(`${AXE}; undefined`);
}

/**
 * Returns the violations that axe-core reports below an element, each with its elements. `rules`: restricts the checks.
 */
export async function violations(
  page: Page,
  within: string,
  rules?: readonly string[],
): Promise<readonly string[]> {
  const only = rules === undefined ? '' : `runOnly: { type: 'rule', values: ${JSON.stringify(rules)} },`;
  return (await page.evaluate(`(async () => {
    const { violations } = await axe.run('${within}', { ${only} resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | '));
  })()`)) as readonly string[];
}

/**
 * Returns the kinds of visible elements in an element: their tags, classes, names of attributes, and whether they have text
 * of their own. Parts of pages with the same kinds differ only in their texts.
 */
export async function shapeOf(page: Page, within: string): Promise<string> {
  return String(
    await page.evaluate(`[...new Set([...document.querySelectorAll('${within} *')].filter((each) => each.offsetParent).map((each) =>
      [each.tagName, each.className, ...each.getAttributeNames(), [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '')].join()
    ))].sort().join(' ')`),
  );
}

/** Returns elements that overflow the page or a box that cannot be scrolled. */
export async function clipped(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(CLIPPED)) as readonly string[];
}

const CLIPPED = `(() => {
  const bad = [];
  const name = (each) => each.tagName.toLowerCase() + (each.id && '#' + each.id) + (typeof each.className === 'string' && each.className ? '.' + each.className : '') + ' ' + each.textContent.trim().slice(0, 60);
  // Texts for screen readers only are clipped intentionally.
  const isForReaders = (each) => {
    for (let at = each; at !== null; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return true;
    return false;
  };
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) bad.push('the page is ' + (root.scrollWidth - root.clientWidth) + ' px too wide');
  for (const each of document.body.querySelectorAll('*')) {
    if (each.closest('svg') !== null || each.getClientRects().length === 0 || isForReaders(each)) continue;
    const { overflowX, overflowY } = getComputedStyle(each);
    const hides = (way) => way === 'hidden' || way === 'clip';
    if (hides(overflowX) && each.scrollWidth > each.clientWidth + 1) bad.push('cut at its side: ' + name(each));
    if (hides(overflowY) && each.scrollHeight > each.clientHeight + 1) bad.push('cut below: ' + name(each));
    if (each.children.length > 0 || each.textContent.trim() === '') continue;
    const { right, left } = each.getBoundingClientRect();
    let scrolls = false;
    for (let at = each; at !== null; at = at.parentElement) scrolls ||= /auto|scroll/.test(getComputedStyle(at).overflowX);
    if (!scrolls && (right > root.clientWidth + 1 || left < -1) && each.closest('.skip') === null) bad.push('outside of the page: ' + name(each));
  }
  return [...new Set(bad)];
})()`;
