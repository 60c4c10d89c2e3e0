import { type ColourName, type Scheme, schemes } from '@agora/shared/config/colours'
import type { Visit } from '../../http/visit.ts'

/** All colours of both schemes. */
export type Palette = Record<Scheme, Record<ColourName, string>>

/** What pages would look like in these colours, drawn: colours are attributes of shapes, never a style. */
export const LookPreview = ({ visit, name, palette }: { visit: Visit; name: string; palette: Palette }) => (
  <div class="looks">
    {schemes.map((scheme) => (
      <Sample visit={visit} name={name} scheme={scheme} colours={palette[scheme]} />
    ))}
  </div>
)

interface SampleProps {
  visit: Visit
  name: string
  scheme: Scheme
  colours: Palette[Scheme]
}

function Sample({ visit, name, scheme, colours }: SampleProps) {
  const {
    words,
    look: { logo },
  } = visit
  const { look: own } = words.administration
  const { paper, card, ink, quiet, line, accent, on_accent, accent_paper, alarm, alarm_paper } = colours
  return (
    <svg viewBox="0 0 320 200" role="img" aria-label={own.sampleOf(own.schemes[scheme])}>
      <rect width="320" height="200" fill={paper} />
      <rect width="320" height="32" fill={card} />
      {logo && <image href={logo} x="14" y="6" width="20" height="20" />}
      <text x={logo ? 42 : 14} y="21" font-size="14" font-weight="700" fill={ink}>
        {name.slice(0, 20)}
      </text>
      <rect x="196" y="6" width="112" height="20" rx="4" fill={accent} />
      <text x="252" y="20" font-size="10" text-anchor="middle" fill={on_accent}>
        {words.nav.register.slice(0, 18)}
      </text>
      <rect x="14" y="44" width="292" height="40" rx="5" fill={accent_paper} />
      <text x="26" y="68" font-size="12" fill={ink}>
        {own.sample}
      </text>
      <rect x="14" y="94" width="292" height="60" rx="5" fill={card} stroke={line} />
      <text x="26" y="114" font-size="12" fill={accent}>
        {own.sampleTitle}
      </text>
      <text x="26" y="130" font-size="10" fill={ink}>
        {own.sampleText}
      </text>
      <text x="26" y="145" font-size="9" fill={quiet}>
        {own.sampleMeta}
      </text>
      <rect x="14" y="164" width="292" height="26" rx="5" fill={alarm_paper} />
      <text x="26" y="181" font-size="10" fill={alarm}>
        {own.sampleAlarm}
      </text>
    </svg>
  )
}
