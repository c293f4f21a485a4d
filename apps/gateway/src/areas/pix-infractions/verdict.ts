import type { AnalysisResult } from '../../partners/dict/enums.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { pix } from './events.ts'
import type { ComplianceFraudType, Notification } from './notification.ts'
import { isUndecided, nextStatus } from './status.ts'

/** The institution's verdict on a report, and who decided. */
export interface Verdict {
  analysis_result: AnalysisResult
  /** The text for the reporting participant. */
  analysis_details: string | null
  analysis_fraud_type: ComplianceFraudType | null
  decided_by: string
  /** An internal reason, which is never sent to DICT. */
  decision_reason: string | null
}

type AnalysisFields = Pick<Verdict, 'analysis_result' | 'analysis_details' | 'analysis_fraud_type'>

/** Rules that DICT would apply, checked before the call. */
export function verdictBreaks({
  analysis_result,
  analysis_details,
  analysis_fraud_type: fraud,
}: AnalysisFields): BrokenRule[] {
  if (analysis_result === 'AGREED' && !fraud)
    return [
      {
        pointer: '/body/analysis_fraud_type',
        code: 'FRAUD_TYPE_REQUIRED',
        detail: {
          'pt-BR': 'para concordar, informe o tipo de fraude: o DICT marca com ele o titular da conta',
          'en-US': 'to agree, state the kind of fraud: DICT marks the account holder with it',
        },
      },
    ]
  if (analysis_result === 'DISAGREED' && fraud)
    return [
      {
        pointer: '/body/analysis_fraud_type',
        code: 'FRAUD_TYPE_WITHOUT_FRAUD',
        detail: { 'pt-BR': 'só se aplica com AGREED', 'en-US': 'a kind of fraud applies only with AGREED' },
      },
    ]
  if (fraud === 'OTHER' && !analysis_details)
    return [
      {
        pointer: '/body/analysis_details',
        code: 'DETAILS_REQUIRED',
        detail: {
          'pt-BR': 'uma fraude OTHER exige detalhes, que a outra instituição lê',
          'en-US': 'the kind of fraud OTHER requires details, which the other institution reads',
        },
      },
    ]
  return []
}

/** The first rule that the verdict breaks. */
export const whyNot = (verdict: AnalysisFields): string | undefined => verdictBreaks(verdict)[0]?.detail['en-US']

/**
 * Adds the verdict, which a job sends to DICT. Returns undefined when the notification is decided, closed or
 * withdrawn.
 */
export function decideNotificationByHand(stored: Notification, verdict: Verdict, now: Date): Notification | undefined {
  const broken = whyNot(verdict)
  if (broken) throw new Error(broken)
  if (!isUndecided(stored)) return undefined
  const status = nextStatus(stored.status, pix.infraction_notification.decided)!
  return withNextVersion(stored, { ...verdict, decided_at: now.toISOString(), status, remind_at: null }, now)
}

/** Adopts the client's answer as the verdict. */
export function verdictOfClient(stored: Notification): Verdict {
  return {
    analysis_result: stored.client_status!,
    analysis_details: stored.client_analysis_details,
    analysis_fraud_type: stored.compliance_fraud_type,
    decided_by: 'client',
    decision_reason: null,
  }
}

/** The configured default verdict, when no analyst decided. */
export function verdictByDefault(stored: Notification, analysis_result: AnalysisResult): Verdict {
  const answered = stored.client_status !== null
  return {
    analysis_result,
    analysis_details: answered ? 'Sem decisão no prazo.' : 'Sem resposta do cliente no prazo.',
    analysis_fraud_type: analysis_result === 'AGREED' ? (stored.compliance_fraud_type ?? 'OTHER') : null,
    decided_by: 'default',
    decision_reason: null,
  }
}
