import { accountChangedV1 } from './account-changed-v1.ts'
import { digestV1 } from './digest-v1.ts'
import { exportReadyV1 } from './export-ready-v1.ts'
import { grantReusedV1 } from './grant-reused-v1.ts'
import { markupV1 } from './markup-v1.ts'
import { newSignInV1 } from './new-sign-in-v1.ts'
import { passwordGuessedV1 } from './password-guessed-v1.ts'
import { resetPasswordV1 } from './reset-password-v1.ts'
import { resetPasswordV2 } from './reset-password-v2.ts'
import { sanctionedV1 } from './sanctioned-v1.ts'
import type { Template } from './template.ts'
import { verifyEmailV1 } from './verify-email-v1.ts'
import { verifyEmailV2 } from './verify-email-v2.ts'
import { verifyEmailV3 } from './verify-email-v3.ts'

/** Every version of every kind; new mails use the last of a kind. */
export const templates: readonly Template[] = [
  markupV1,
  verifyEmailV1,
  verifyEmailV2,
  verifyEmailV3,
  resetPasswordV1,
  resetPasswordV2,
  accountChangedV1,
  grantReusedV1,
  newSignInV1,
  passwordGuessedV1,
  digestV1,
  exportReadyV1,
  sanctionedV1,
]

/** Undefined for an unknown version: newer processes may be running. */
export function findTemplate(kind: string, version: number): Template | undefined {
  return templates.find((template) => template.kind === kind && template.version === version)
}

export function newestVersion(kind: Template['kind']): number {
  return Math.max(...templates.filter((template) => template.kind === kind).map(({ version }) => version))
}
