import type { Document } from '@agora/shared/markup/index'
import { COVER } from '@agora/shared/markup/plain'

type Node = Document['children'][number]
type List = Extract<Node, { type: 'list' }>

/** A document as plain text, for readers without HTML: links show their target, lines of quotes and lists their marks. */
export function plainText(document: Document): string {
  return textOf(document.children)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function textOf(nodes: readonly Node[]): string {
  return nodes.map(nodeText).join('')
}

function nodeText(node: Node): string {
  switch (node.type) {
    case 'text':
    case 'code':
      return node.value
    case 'line-break':
      return '\n'
    case 'code-block':
      return `\n${node.value}\n`
    case 'icon':
      return `:${node.key}:`
    case 'picture':
      return node.alt
    case 'mention':
      return `@${node.userId}`
    case 'link': {
      const text = textOf(node.children)
      return text === node.uri ? text : `${text}: ${node.uri}`
    }
    case 'quote': {
      const body = textOf(node.children).trim()
      const quoted = node.name === undefined ? body : `${node.name}:\n${body}`
      return `\n${quoted.replaceAll(/^/gm, '> ')}\n`
    }
    case 'list':
      return `\n${listText(node)}\n`
    case 'spoiler':
      return COVER
    case 'mod':
    case 'admin':
    case 'heading':
      return `\n${textOf(node.children)}\n`
    default:
      return textOf(node.children)
  }
}

function listText({ first, children }: List): string {
  let next = first ?? 0
  const items = children.map((item) => {
    const number = item.value ?? next
    next = number + 1
    const mark = first === undefined ? '- ' : `${number}. `
    return (
      mark +
      textOf(item.children)
        .trim()
        .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    )
  })
  return items.join('\n')
}
