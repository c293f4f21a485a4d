import { randomUUID } from 'node:crypto'
import { pollRefunds } from '@eclusa/gateway/src/areas/pix-refunds/poll-refunds.job.ts'
import { SAMPLE_ISPB } from '@eclusa/simulators/sample-transactions.ts'
import { repeating, type Trouble, takenAway } from './fault.ts'

const away = (who: 'dict' | 'registry', what: string): Trouble => ({
  what,
  async begin({ [who]: partner }) {
    await partner.leave()
    return () => partner.comeBack()
  },
})

export const dictStopped = away('dict', 'DICT is stopped')
export const registryStopped = away('registry', 'the billet registry is stopped')

/** A process with cached keys notices after five minutes; one without keys, at once. */
export const issuerStopped: Trouble = {
  what: 'the issuer is stopped, and the desk started anew',
  async begin({ issuer, desk }) {
    await issuer.leave()
    await desk.kill()
    await desk.start()
    return () => issuer.comeBack()
  },
}

export const storeGone: Trouble = {
  what: 'the folder of the object store is gone',
  begin: ({ store }) => takenAway(store),
}

const LISTS = 'REFUND_LIST_WITH_ROLE'

export const bucketEmptied: Trouble = {
  what: 'somebody else spends our lists of refunds at DICT, and we ask forty times a second',
  async begin({ dict, hurry }) {
    const { buckets } = dict.now()
    const [refillPerMinute, capacity] = buckets.limitsOf(LISTS)
    buckets.limit(LISTS, 1, 1)
    buckets.set(SAMPLE_ISPB, LISTS, 0)
    const stop = hurry.every(1_000, [pollRefunds], 40)
    return async () => {
      stop()
      buckets.limit(LISTS, refillPerMinute, capacity)
      buckets.set(SAMPLE_ISPB, LISTS, capacity)
    }
  },
}

export const certificateEnding: Trouble = {
  what: 'the desk is started with a certificate for DICT that ends in five days',
  async begin({ desk, dict }) {
    const { authority } = dict.papers
    const ending = await authority.issue({ name: SAMPLE_ISPB, kind: 'connection', days: 5 })
    await desk.kill()
    await desk.start({ DICT_TLS_CERTIFICATE: ending.certificate, DICT_TLS_KEY: ending.key })
    return async () => {
      await desk.kill()
      await desk.start()
    }
  },
}

const WRONG_EVERY_MS = 40

export const tokensForOthers: Trouble = {
  what: 'tokens made out to the API are sent to the desk, 25 a second',
  async begin({ desk, stage: { token } }) {
    const send = () =>
      fetch(`${desk.part.base_url}/v1/users`, { headers: { authorization: `Bearer ${token}` } })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {})
    return repeating(WRONG_EVERY_MS, async () => void send())
  },
}

export const searchedTooOften: Trouble = {
  what: 'a program searches at the desk more often than an hour allows',
  async begin({ desk, stage: { issuer } }) {
    const { machine } = issuer
    const { roles } = machine
    machine.roles = ['viewer']
    const authorization = `Bearer ${await issuer.machineToken()}`
    machine.roles = roles
    const headers = { authorization, 'content-type': 'application/json' }
    const search = () =>
      fetch(`${desk.part.base_url}/v1/cases/search`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ id: randomUUID() }),
      })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {})
    return repeating(0, async () => void (await search()))
  },
}
