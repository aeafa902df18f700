import { visibleText } from '../words/visible-text.ts';

/** Attributes whose text browsers show or read out. */
const SHOWN_ATTRIBUTES = ['title', 'alt', 'aria-label', 'label', 'placeholder'] as const;

/** A node of Preact: an element has the name of its tag as type; a text has the type null, and its text as props. */
interface Node {
  readonly type: unknown;
  props: unknown;
}

/**
 * Shows every text of the explorer by `visibleText`, in one place, because texts of the ledger are on all pages. Called
 * once, with Preact's options, before the first page is rendered. `options.vnode` is called for each node that is made.
 */
export function makeTextVisible(options: { vnode?: (node: never) => void }): void {
  const next = options.vnode as ((node: Node) => void) | undefined;
  const show = (node: Node): void => {
    const { type, props } = node;
    if (type === null && typeof props === 'string') node.props = visibleText(props);
    if (typeof type === 'string') showAttributes(props as Record<string, unknown>);
    next?.(node);
  };
  options.vnode = show as (node: never) => void;
}

function showAttributes(attributes: Record<string, unknown>): void {
  for (const name of SHOWN_ATTRIBUTES) {
    const value = attributes[name];
    if (typeof value === 'string') attributes[name] = visibleText(value);
  }
}
