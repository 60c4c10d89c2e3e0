import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { markupV1 } from './markup-v1.ts'

/** The variables of the operators' template: the configuration's, and the site's name as `site`. */
export function operatorVariables({ mail }: AgoraConfig, site: string): Record<string, string> {
  return { site, ...mail.variables }
}

/** @throws Error if the configured template cannot be rendered, so that this shows at startup. */
export function checkOperatorTemplate(config: AgoraConfig): void {
  const { site, mail } = config
  try {
    const variables = operatorVariables(config, site.name)
    markupV1.render({ operator: mail.template, variables, locale: mail.default_locale })
  } catch (cause) {
    throw new Error(`mail.template of the configuration is not usable: ${String(cause)}`, { cause })
  }
}
