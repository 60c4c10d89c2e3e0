import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { Network } from '../../callers/network.ts'
import { errors } from '../../errors.ts'
import { spendCaptcha } from '../captcha/spend.ts'
import type { Context } from '../context.ts'
import { type LoginRow, readLogin } from '../credentials/store.ts'
import type { Visitor } from '../credentials/visitor.ts'
import { WRONG_BEFORE_CAPTCHA } from '../limits/limits.ts'
import type { Asker } from '../passwords/asker.ts'
import { isGuessed, noteGuess, slowGuesses } from '../passwords/guesses.ts'
import type { LoginBody } from './schemas.ts'

/** What is asked besides the right password: undefined if nothing is missing, else why it counts as a wrong one. */
type AskMore = (account: LoginRow) => Promise<ErrorDefinition | undefined>

/**
 * The account, banned or not, if the password is correct; an unknown login takes as long. Holds no place among the
 * requests in progress while the password waits to be hashed.
 *
 * @throws ApiError 401 for a wrong one, and for what `askMore` misses; 401, 403 and 503 for the captcha, 429 for too many
 * wrong passwords from the address
 */
export async function judgeSignIn(
  context: Context,
  input: LoginBody,
  asker: Asker,
  traceparent: string,
  askMore: AskMore = async () => undefined,
): Promise<LoginRow> {
  const judge = context.captchaEnabled ? judgeGuarded : judgeSlowed
  const verdict = await asker.withoutPermit(() => judge(context, { input, asker, traceparent, askMore }))
  if ('refusal' in verdict) throw new ApiError(verdict.refusal)
  return verdict.account
}

interface Attempt {
  input: LoginBody
  asker: Asker
  traceparent: string
  askMore: AskMore
}

/** An attempt that was judged; a refused one counts. */
type Verdict = { account: LoginRow } | { refusal: ErrorDefinition }

/** Whether an address has sent several wrong passwords, or all together have sent many for this login. */
const isSuspect = async (context: Context, network: Network, login: string | undefined) =>
  (await context.limits.signIns.count(network)) >= WRONG_BEFORE_CAPTCHA ||
  (login !== undefined && (await isGuessed(context, login)))

/** Whether the next sign-in from this address, with this login if there is one yet, needs a captcha. */
export async function signInTakesCaptcha(
  context: Context,
  { network }: Visitor,
  login: string | undefined,
): Promise<boolean> {
  return context.captchaEnabled && (await isSuspect(context, network, login))
}

/** Where somebody seems to guess, a captcha must be passed first. */
function judgeGuarded(context: Context, attempt: Attempt): Promise<Verdict> {
  const { limits } = context
  const { input, traceparent } = attempt
  const { network } = attempt.asker
  return limits.enqueue(network, async () => {
    if (await isSuspect(context, network, input.login)) {
      await spendCaptcha(context, input['cap-token'], 'login', traceparent)
    }
    const verdict = await judgeLogin(context, attempt)
    if ('refusal' in verdict) await limits.signIns.renew(network)
    return verdict
  })
}

/** The same without a captcha. */
async function judgeSlowed(context: Context, attempt: Attempt): Promise<Verdict> {
  await slowGuesses(context, attempt.input.login)
  return judgeLogin(context, attempt)
}

async function judgeLogin(context: Context, { input, asker, askMore }: Attempt): Promise<Verdict> {
  const { login, password } = input
  const account = await readLogin(context.pool, login, { ids: false })
  const isRight = await context.passwords.verify(account?.passwordHash ?? null, password, asker)
  const refusal = isRight && account ? await askMore(account) : errors.invalidLogin
  if (account && !refusal) return { account }
  await noteGuess(context, login, account?.id)
  return { refusal: refusal ?? errors.invalidLogin }
}
