import type { DigestEntry } from '@agora/shared/contracts/internal-digests'
import type { AccountMailKind } from '@agora/shared/contracts/internal-mail'
import type { Variables } from './fill.ts'
import type { Letter, Source } from './letter.ts'

/** What there is to render from. */
export interface Material {
  variables: Variables
  /** BCP 47, such as `fr-FR`. */
  locale: string
  /** What a digest tells of. */
  entries?: readonly DigestEntry[]
  /** The operators' own template, from the startup configuration. */
  operator: Source
}

/**
 * One version of one kind of mail. A version that has been released stays, since payloads that name it may still wait;
 * a change of its variables is a new version.
 */
export interface Template {
  readonly kind: 'Markup' | 'Digest' | 'ExportReady' | AccountMailKind
  readonly version: number
  render(material: Material): Letter
}
