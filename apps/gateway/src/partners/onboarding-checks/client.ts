import { type Dispatcher, Pool } from 'undici'
import { createMetrics, type Metrics } from '../../platform/observability/metrics.ts'
import { createBreaker } from '../breaker.ts'
import { call, parseAnswer } from '../call.ts'
import { PartnerUnusable } from '../failure.ts'
import { measured } from '../measured.ts'

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 16 * 1024

/**
 * One check of one person or company. Registries receive a document number; only the document and liveness checks
 * receive files.
 */
export interface CheckQuestion {
  /** The same for every repeat of an attempt, so that the partner decides once. */
  check_id: string
  step: string
  subject: {
    person_type: string
    document: string
    full_name?: string
    mother_name?: string
    birth_date?: string
  }
  files?: CheckFile[]
  video?: CheckFile & {
    captured_at: string
    liveness_provider?: string
    liveness_provider_transaction_id?: string
  }
}

export interface CheckFile {
  type: string
  content_type: string
  /** A short-lived signed URL, which is a credential. */
  url: string
}

const verdicts = ['APPROVED', 'REJECTED', 'MANUAL_REVIEW', 'PENDING', 'UNUSABLE'] as const

export interface CheckAnswer {
  verdict: (typeof verdicts)[number]
  reason: string | null
  /** The response as received, for evidence. */
  text: string
}

/**
 * Client of the partners that decide onboarding steps. Every failure is a PartnerFailure, thrown within the timeout.
 */
export interface OnboardingChecks {
  /** The maximum duration of a query. */
  timeoutMs: number
  check(question: CheckQuestion): Promise<CheckAnswer>
  close(): Promise<void>
}

export interface CheckOptions {
  /** Undefined when no partner is configured: an analyst then decides every step. */
  url: string | undefined
  token: string | undefined
  timeoutMs: number
  metrics?: Metrics
}

export function openOnboardingChecks({
  url,
  token,
  timeoutMs,
  metrics = createMetrics(),
}: CheckOptions): OnboardingChecks {
  if (url === undefined) {
    const answer: CheckAnswer = { verdict: 'MANUAL_REVIEW', reason: 'NOBODY_TO_ASK', text: '' }
    return { timeoutMs, check: () => Promise.resolve(answer), close: () => Promise.resolve() }
  }
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, maxResponseSize: ANSWER_BYTES_MAX })
  const breaker = createBreaker()
  const path = `${pathname.replace(/\/$/, '')}/v1/checks`

  async function check(question: CheckQuestion): Promise<CheckAnswer> {
    const request: Dispatcher.RequestOptions = {
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': question.check_id,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(question),
    }
    const { status, text } = await measured(metrics, 'onboarding_checks', () =>
      breaker.run(() => call(pool, request, timeoutMs)),
    )
    if (status !== 200) throw new PartnerUnusable(`ANSWERED_${status}`)
    return { ...believe(parseAnswer(text), question), text }
  }

  return { timeoutMs, check, close: () => pool.destroy() }
}

/**
 * A code for programs. Sentences are rejected, because they may contain names, documents and scores, and staff can
 * read the activity.
 */
const reasonPattern = /^[A-Z][A-Z0-9_]{0,63}$/

/** Accepts only a response that names its check, because any proxy can return 200 and any cache a stale APPROVED. */
function believe(answer: unknown, { check_id, step }: CheckQuestion): Omit<CheckAnswer, 'text'> {
  const told = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  if (told['check_id'] !== check_id || told['step'] !== step) throw new PartnerUnusable('ANOTHER_CHECK')
  const verdict = verdicts.find((known) => known === told['verdict'])
  if (!verdict) throw new PartnerUnusable('VERDICT_UNKNOWN')
  const { reason = null } = told
  if (reason !== null && !(typeof reason === 'string' && reasonPattern.test(reason)))
    throw new PartnerUnusable('REASON_NOT_A_CODE')
  return { verdict, reason }
}
