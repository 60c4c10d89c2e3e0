import type { DigestEntry } from '@agora/shared/contracts/internal-digests'
import type { AccountMailKind } from '@agora/shared/contracts/internal-mail'
import type { Variables } from './fill.ts'
import type { Letter, Source } from './letter.ts'

/** The input for rendering. */
export interface Material {
  variables: Variables
  /** BCP 47, such as `fr-FR`. */
  locale: string
  /** The IANA time zone of its reader; none where it is unknown. */
  zone?: string | undefined
  /** The entries of a digest. */
  entries?: readonly DigestEntry[]
  /** The operators' own template, from the startup configuration. */
  operator: Source
}

/**
 * One version of one kind of mail. Released versions stay, since payloads that name them may still be waiting; changed
 * variables mean a new version.
 */
export interface Template {
  readonly kind: 'Markup' | 'Digest' | 'ExportReady' | 'Sanctioned' | AccountMailKind
  readonly version: number
  render(material: Material): Letter
}
