import sql from 'sql-template-tag'
import { scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import type { Step } from './step.ts'

/** The query to BC Protege+ and its answer, as evidence for the Central Bank. */
export interface Evidence {
  check_id: string
  document: string
  asked_at: Date
  /** The answer as received. */
  text: string
}

/**
 * Inserts an answer. Rows are immutable, and the database finishes no onboarding without the newest answer for each
 * document.
 */
export function addBcProtegeAnswer(
  tx: Tx,
  { id: step_id, product_id, onboarding_id, legal_representative_id, shareholder_id }: Step,
  verdict: 'APPROVED' | 'REJECTED',
  { check_id, document, asked_at, text }: Evidence,
): void {
  tx.write(sql`
    insert into bc_protege_answers (user_id, product_id, onboarding_id, id, step_id, legal_representative_id, shareholder_id,
      document, check_id, verdict, asked_at, answered_at, answer)
    values (${tx.scope.user_id}, ${product_id}, ${onboarding_id}, ${uuidv7(tx.now.getTime())}, ${step_id},
      ${legal_representative_id}, ${shareholder_id}, ${document}, ${check_id}, ${verdict}, ${asked_at}, ${tx.now}, ${text})`)
}

export interface BcProtegeAnswer {
  id: string
  step_id: string
  document: string
  check_id: string
  verdict: string
  asked_at: string
  answered_at: string
  answer: string
}

/** All BC Protege+ answers of an onboarding, oldest first. */
export function bcProtegeAnswersOf(tx: Tx, onboarding_id: string): Promise<BcProtegeAnswer[]> {
  return tx.query<BcProtegeAnswer>(sql`
    select id, step_id, document, check_id, verdict, asked_at, answered_at, answer from bc_protege_answers
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} order by answered_at, id`)
}
