import { type Html, html, strangers } from './html.ts';

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'That is not what it is called',
  404: 'There is no such thing here',
  503: 'Not now',
};

/** What a page says that cannot be shown. `detail`: what the interface says. */
export function problemHtml(status: number, detail: string): { readonly title: string; readonly body: Html } {
  const title = HEADINGS[status] ?? 'This failed';
  return {
    title,
    body: html`<main id="main" tabindex="-1"><h1>${title}</h1>
<p>${strangers(detail, 500)} <span class="quiet">(${status})</span></p>
<p>${status === 503 ? 'Try again in a moment.' : 'Perhaps the search finds it.'} <a href="/">Back to the beginning</a></p></main>`,
  };
}
