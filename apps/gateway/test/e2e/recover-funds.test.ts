import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createRecoveryEnvironment,
  FIRST,
  type RecoverySnapshot,
  type RecoveryStage,
  SECOND,
} from './recovery-environment.ts'

/** Over HTTP, mutual TLS and signed XML, with running processes: a payment is contested, and the money comes back. */
let stage: RecoveryStage
beforeAll(async () => {
  stage = await createRecoveryEnvironment()
})
afterAll(() => stage.close())

it('a payment is contested with evidence, followed over two banks, and its money comes back', async () => {
  const end_to_end_id = await stage.pay()
  const id = await stage.contest(end_to_end_id)
  const read = async () => (await stage.call('GET', `/v1/pix/fund-recovery-requests/${id}`)).body

  const recovery = await stage.recoveryOf(end_to_end_id, 'AWAITING_ANALYSIS')
  const told = ['created', 'submitted', 'tracked', 'analysis_requested']
  await stage.hears(id, told)
  expect(await read()).toMatchObject({ status: 'CREATED', tracking: { participants: 3, transactions: 2 } })

  await stage.attachEvidence(id)
  told.push('evidence_attached')
  await stage.hears(id, told)

  expect(await stage.analyse(recovery, 'AGREED')).toEqual([SECOND, FIRST])
  await stage.recoveryOf(end_to_end_id, 'REFUNDING')
  told.push('analysed', 'refund_requested')
  await stage.hears(id, told)
  expect(await read()).toMatchObject({ status: 'WAITING_DEVOLUTION', refund_total_amount: 0 })

  await stage.sendBack(recovery, SECOND)
  told.push('refund_received')
  await stage.hears(id, told)
  expect(await read()).toMatchObject({ status: 'WAITING_DEVOLUTION', refund_total_amount: 60_000 })

  await stage.sendBack(recovery, FIRST)
  told.push('completed_approved')
  await stage.hears(id, told)
  const ended = await read()
  expect(ended).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount: 100_000 })
  expect(ended['files']).toHaveLength(2)

  // No further event comes, and the pushed events equal the listed ones.
  await pause(3_000)
  await stage.hears(id, told)
  const pulled = (await stage.call('GET', `/v1/events?object_id=${id}`)).body['data'] as RecoverySnapshot[]
  const inOrder = pulled.toSorted((a, b) => a.sequence - b.sequence)
  expect(inOrder.map(({ type }) => type.split('.').at(-1))).toEqual(told)
})
