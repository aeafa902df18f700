import { xml } from '../../kernel/html.ts';
import type { Rollup } from '../state/rollup.ts';

const COLOURS: Readonly<Record<Rollup['indicator'], string>> = {
  none: '#1a7f37',
  maintenance: '#0969da',
  minor: '#e3b341',
  major: '#b35900',
  critical: '#cf222e',
};

/** Returns a badge for a README, such as `status | All Systems Operational`, without script or external fonts. */
export function badgeSvg(status: Rollup, stale: boolean): string {
  const text = stale ? 'no fresh data' : status.description;
  const colour = stale ? '#6e7781' : COLOURS[status.indicator];
  // Amber needs dark text.
  const ink = !stale && status.indicator === 'minor' ? '#1f2328' : '#fff';
  const left = 48;
  // About the width of DejaVu Sans at 11 px; textLength makes it exact in every font.
  const inner = Math.round(text.length * 6.6);
  const width = left + inner + 16;
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="status: ${text}">
<title>status: ${text}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><path fill="#444c56" d="M0 0h${left}v20H0z"/><path fill="${colour}" d="M${left} 0h${width - left}v20H${left}z"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="8" y="14" textLength="32" lengthAdjust="spacingAndGlyphs">status</text>
<text x="${left + 8}" y="14" fill="${ink}" textLength="${inner}" lengthAdjust="spacingAndGlyphs">${text}</text>
</g></svg>
`.text;
}
