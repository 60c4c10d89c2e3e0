import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { markupV1 } from './markup-v1.ts'

/** The variables of the operators' template: the configuration's, and `site`. */
export function operatorVariables({ site, mail }: AgoraConfig): Record<string, string> {
  return { site: site.name, ...mail.variables }
}

/** @throws Error if the configured template cannot be rendered, so that this shows at startup. */
export function checkOperatorTemplate(config: AgoraConfig): void {
  const { template, default_locale } = config.mail
  try {
    markupV1.render({ operator: template, variables: operatorVariables(config), locale: default_locale })
  } catch (cause) {
    throw new Error(`mail.template of the configuration is not usable: ${String(cause)}`, { cause })
  }
}
