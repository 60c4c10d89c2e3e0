import type { Schemas } from '@agora/client'
import { languages } from '@agora/shared/http/languages'
import type { Visit } from '../../http/visit.ts'
import { Day, Dots } from '../../view/parts.tsx'
import { type Locale, locales } from '../../words/words.ts'

interface Props {
  visit: Visit
  rules: Schemas['AcceptedRules']['rules'] | undefined
}

/** Which wording of the rules a member accepted, and when; nothing where none was asked for. */
export function AcceptedRules({ visit, rules }: Props) {
  if (!rules) return null
  const { words } = visit
  const { members: own } = words.administration
  const { locale, wording, written_at, accepted_at } = rules
  const language = locales.find((one): one is Locale => one === locale)
  return (
    <section class="card" id="rules">
      <h2>{own.rules}</h2>
      <p class="meta">
        <Dots>
          <>
            {own.rulesAccepted} <Day visit={visit} time={accepted_at} />
          </>
          <>
            {own.rulesWritten} <Day visit={visit} time={written_at} />
          </>
          {language ? languages[language].name : locale}
        </Dots>
      </p>
      {wording === null ? (
        <p>{own.rulesNotKept}</p>
      ) : (
        <details>
          <summary>{own.rulesWording}</summary>
          <div class="pre" dir="auto" lang={locale}>
            {wording}
          </div>
        </details>
      )}
    </section>
  )
}
