import { type Child, escapeText, Html, htmlOf } from './html.ts'

// What the compiler makes of JSX. Elements become text at once, so a page is never held as a tree.

type Props = Record<string, unknown> & { children?: Child }
type Component = (props: never) => Child

export declare namespace JSX {
  type Element = Html
  type ElementType = string | Component
  interface ElementChildrenAttribute {
    children: unknown
  }
  interface IntrinsicElements {
    [tag: string]: { [attribute: string]: Child; children?: Child }
  }
}

/** Elements without content or end. */
const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])

/** An attribute that is true has no value; one that is false, null or undefined is left out. */
function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  return ` ${name}="${value === true ? '' : escapeText(String(value))}"`
}

export function jsx(tag: string | Component, props: Props): Html {
  if (typeof tag === 'function') {
    const made = tag(props as never)
    return made instanceof Html ? made : new Html(htmlOf(made))
  }
  let html = `<${tag}`
  for (const name in props) if (name !== 'children') html += attribute(name, props[name])
  return new Html(empty.has(tag) ? `${html}/>` : `${html}>${htmlOf(props.children)}</${tag}>`)
}

export { jsx as jsxDEV, jsx as jsxs }

export const Fragment = ({ children }: { children?: Child }): Child => children
