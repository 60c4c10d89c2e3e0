import type { Document } from '@agora/shared/markup/index'
import { COVER } from '@agora/shared/markup/plain'

type Node = Document['children'][number]

/** A document as plain text, for readers without HTML: links show their target, quotes begin with `>`. */
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
    case 'spoiler':
      return COVER
    case 'mod':
    case 'admin':
      return `\n${textOf(node.children)}\n`
    default:
      return textOf(node.children)
  }
}
