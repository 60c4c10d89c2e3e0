import type { Child } from 'hono/jsx'
import { type MorePage, page } from '../http/outcome.ts'

/** Where a notice leads. */
interface NextStep {
  href: string
  name: string
  /** Whether most readers want to go there. */
  isButton?: boolean
}

/** A page that says one thing, and leads on. */
export const notice = (title: string, text: Child, { href, name, isButton }: NextStep, more?: MorePage) =>
  page(
    title,
    <div class="card narrow">
      {typeof text === 'string' ? <p>{text}</p> : text}
      <p class={isButton ? 'choices' : undefined}>
        <a class={isButton ? 'button' : undefined} href={href}>
          {name}
        </a>
      </p>
    </div>,
    { isIndexed: false, ...more },
  )
