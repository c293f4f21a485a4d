import Type from 'typebox'
import type { OperationCall } from '../../http/route.ts'
import { Uuid } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { findRequest } from '../pix-fund-recovery/request-store.ts'
import { simulationRefused, subjectNotFound } from './errors.ts'

export const recoveryMember = {
  fund_recovery_request_id: { ...Uuid, description: 'A fund recovery request of the wallet.' } as typeof Uuid,
}
export const OfRecovery = Type.Object(recoveryMember, { additionalProperties: false, title: 'RecoverySimulated' })

/** A recovery of the caller that exists at DICT. */
export async function ownRecovery(
  { scope, look }: Pick<OperationCall<never, never, never>, 'scope' | 'look'>,
  { fund_recovery_request_id }: { fund_recovery_request_id: string },
) {
  const wallet_id = walletOf(scope)
  const request = await look((tx) => findRequest(tx, fund_recovery_request_id))
  if (request?.wallet_id !== wallet_id) throw subjectNotFound()
  const { id, dict_id, end_to_end_id } = request
  if (dict_id === null) throw simulationRefused({ members: { reason: 'NotSubmitted' } })
  return { id, dict_id, end_to_end_id, wallet: { user_id: scope.user_id, wallet_id } }
}

/** How both simulations of a recovery identify it. */
export const aboutRecovery = (id: string) => ({
  record_type: 'fund_recovery_request' as const,
  record_id: id,
  look_at: `/v1/pix/fund-recovery-requests/${id}`,
})
