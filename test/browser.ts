import { existsSync } from 'node:fs';
import { PACKAGES } from './packages.ts';
import { requirePackage } from './require-package.ts';

/** Debian's `chromium`, or the one that CHROMIUM names. */
const EXECUTABLE = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));

/** Whether a real browser and its driver are available. Without them tests of pages are skipped, with a message. */
export const HAS_BROWSER = EXECUTABLE !== undefined && PACKAGES !== undefined;
if (EXECUTABLE === undefined) {
  process.stderr.write('not tested in a browser: no chromium found (apt-get install chromium)\n');
}

/** Timeout of each action of a page. The driver's default of 30 seconds is too short on a busy machine. */
const TIMEOUT_MS = 120_000;

type Milliseconds = number;

/** Starts the browser, without windows. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = requirePackage<Playwright>(PACKAGES, 'playwright-core');
  const browser = await chromium.launch({
    executablePath: EXECUTABLE ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const newContext = async (options?: ContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(TIMEOUT_MS);
    return context;
  };
  return {
    newContext,
    newPage: async () => (await newContext()).newPage(),
    close: () => browser.close(),
  };
}

// The parts of playwright-core that the tests use; it is installed when they run.

interface Playwright {
  readonly chromium: {
    launch(options: { executablePath: string; args: readonly string[] }): Promise<Browser>;
  };
}

export interface ContextOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  /** `Asia/Kolkata`. */
  readonly timezoneId?: string;
}

export interface Browser {
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface BrowserContext {
  newPage(): Promise<Page>;
  /** Disconnects the network, or restores it, with the browser's own emulation. */
  setOffline(offline: boolean): Promise<void>;
  /** Sets the timeout in milliseconds. */
  setDefaultTimeout(timeout: number): void;
  close(): Promise<void>;
}

interface Events {
  readonly pageerror: Error;
  readonly console: { type(): string; text(): string; location(): { readonly url: string } };
  readonly request: { url(): string };
  readonly requestfailed: { url(): string };
  readonly dialog: object;
}

export interface Page {
  close(): Promise<void>;
  /** Runs a script in every document before the document's own scripts. */
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  on<E extends keyof Events>(event: E, listener: (it: Events[E]) => void): void;
  goto(url: string): Promise<unknown>;
  /** Intercepts requests for an address. */
  route(
    url: string,
    answer: (route: {
      request(): { url(): string };
      abort(): Promise<void>;
      continue(): Promise<void>;
      fulfill(answer: {
        /** Default 200. */
        readonly status?: number;
        readonly contentType: string;
        readonly body: string | Buffer;
        readonly headers?: Readonly<Record<string, string>>;
      }): Promise<void>;
    }) => Promise<void>,
  ): Promise<unknown>;
  /** Emulates print or screen, in light or dark colours. */
  emulateMedia(options: {
    readonly media?: 'print' | 'screen';
    readonly colorScheme?: 'light' | 'dark';
  }): Promise<void>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  /** The printed pages. */
  pdf(options: { readonly width: string; readonly height: string }): Promise<Buffer>;
  title(): Promise<string>;
  url(): string;
  evaluate(expression: string): Promise<unknown>;
  waitForFunction(
    expression: string,
    argument: undefined,
    options: { readonly timeout: Milliseconds },
  ): Promise<unknown>;
  screenshot(options: {
    readonly path?: string;
    readonly type?: 'png' | 'jpeg';
    /** Quality of a JPEG, up to 100. */
    readonly quality?: number;
    readonly fullPage?: boolean;
    readonly clip?: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;
  }): Promise<unknown>;
  locator(selector: string): Locator;
  getByText(text: string | RegExp): Locator;
  getByPlaceholder(text: string): Locator;
  getByRole(
    role: string,
    options?: { readonly name?: string | RegExp; readonly level?: number; readonly exact?: boolean },
  ): Locator;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

interface Locator {
  locator(selector: string): Locator;
  first(): Locator;
  nth(index: number): Locator;
  last(): Locator;
  filter(options: { readonly hasText: string }): Locator;
  waitFor(): Promise<void>;
  click(): Promise<void>;
  press(key: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  fill(text: string): Promise<void>;
  count(): Promise<number>;
  setInputFiles(file: {
    readonly name: string;
    readonly mimeType: string;
    readonly buffer: Buffer;
  }): Promise<void>;
  isChecked(): Promise<boolean>;
  isVisible(): Promise<boolean>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allTextContents(): Promise<string[]>;
  allInnerTexts(): Promise<string[]>;
}
