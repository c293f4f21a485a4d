import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { both, type Text } from '@eclusa/gateway/src/platform/language.ts'
import type { FaultKind } from '@eclusa/simulators/dict/faults.ts'
import type { OverloadPlan } from '../overload/generator.ts'
import type { Fire } from './environment.ts'
import { type FaultInjectionFault, nothing, wasMet } from './fault.ts'

/** Payments are contested beside everything else: jobs send requests to DICT, and no caller waits for them. */
const contesting = { contests: 30 }
const MANY = 1_000
/** Several times the capacity of the machine. */
const crowd = { seconds: 6, rate: 2_000, lines: 400 }
/** Long enough to be noticed: partners are checked every fifteen seconds. */
const SEEN_MS = 22_000

const dictDead: FaultInjectionFault = {
  name: 'dict-dead',
  what: both('o DICT desliga, e ninguém mais atende', 'DICT hangs up, and nobody listens there'),
  on: 'light',
  heals: 'it listens again',
  lastsMs: SEEN_MS,
  longestMs: 0,
  mix: contesting,
  sees: /dict/i,
  async begin({ dictLine }) {
    dictLine.cut()
    return () => dictLine.mend()
  },
}

const dictHanging: FaultInjectionFault = {
  name: 'dict-hanging',
  what: both(
    'o DICT aceita cada requisição e não responde nenhuma; quando segue, faz todas',
    'DICT takes every request and answers none; when it goes on it does them all',
  ),
  on: 'light',
  heals: 'it goes on',
  lastsMs: SEEN_MS,
  longestMs: 0,
  mix: contesting,
  // It is reachable, so no check fails at once: `npm run drill -- alerts` tests the alert on failed calls.
  async begin({ dict }) {
    const over = Promise.withResolvers<void>()
    let hung = 0
    const hang = () => {
      hung += 1
      return over.promise
    }
    dict.watchers.add(hang)
    return async () => {
      dict.watchers.delete(hang)
      over.resolve()
      wasMet(hung)
    }
  },
}

/** Each of these so often that every request meets one of them. */
const misbehaving = (name: string, what: Text, kinds: FaultKind[], delay_ms?: number): FaultInjectionFault => ({
  name,
  what,
  on: 'light',
  heals: 'it behaves',
  lastsMs: 8_000,
  longestMs: 0,
  mix: contesting,
  async begin({ dict }) {
    let came = 0
    const count = () => void (came += 1)
    dict.watchers.add(count)
    for (let n = 0; n < MANY; n += 1) dict.faults.add({ kind: kinds[n % kinds.length]!, ...(delay_ms && { delay_ms }) })
    return async () => {
      dict.faults.clear()
      dict.watchers.delete(count)
      wasMet(came)
    }
  },
})

const dictSlow = misbehaving(
  'dict-slow',
  both('o DICT leva três segundos para tudo', 'DICT takes three seconds for everything'),
  ['slow'],
  3_000,
)
const dictLying = misbehaving(
  'dict-lying',
  both(
    'o DICT faz o que se pede e diz que falhou, ou desliga; ou assina o que diz com outra chave, ou não assina',
    'DICT does what it is asked and says that it failed, or hangs up; or signs what it says with another key, or not at all',
  ),
  ['error_500_after_write', 'reset_after_write', 'bad_signature', 'foreign_signature', 'unsigned', 'other_answer'],
)

const storeDies: FaultInjectionFault = {
  felt: true,
  name: 'store-dies',
  what: both(
    'o armazenamento desliga no meio de envios, e ninguém mais atende',
    'the object store hangs up in the middle of uploads, and nobody listens there',
  ),
  on: 'store',
  heals: 'it listens again',
  lastsMs: SEEN_MS,
  longestMs: 8_000,
  mix: { files: 25, fileBytes: 400_000 },
  sees: /store/i,
  async begin({ storeLine }) {
    storeLine!.cut()
    return () => storeLine!.mend()
  },
}

const issuerDown: FaultInjectionFault = {
  felt: true,
  name: 'issuer-down-at-start',
  what: both(
    'o emissor está fora enquanto as duas APIs são reiniciadas: nenhum token pode ser verificado',
    'the issuer is down while both APIs are started anew: no token can be verified',
  ),
  on: 'light',
  heals: 'the issuer is back',
  lastsMs: 5_000,
  longestMs: 30_000,
  sees: /issuer/,
  async begin({ stage: { issuer }, apis }) {
    await issuer.close()
    for (const api of apis) {
      await api.kill()
      await api.start()
    }
    return () => issuer.reopen()
  },
}

const answering =
  (answer: 'hang' | 'drop') =>
  async ({ sink }: Fire) => {
    const before = sink.heard.length
    sink.answer = answer
    return async () => {
      sink.answer = 204
      wasMet(sink.heard.length - before)
    }
  }

const sinkHanging: FaultInjectionFault = {
  name: 'sink-hanging',
  what: both(
    'o endpoint dos webhooks aceita cada chamada e não responde nenhuma',
    'the endpoint of the webhooks takes every call and answers none',
  ),
  on: 'light',
  heals: 'it answers',
  lastsMs: 8_000,
  longestMs: 0,
  begin: answering('hang'),
}

const sinkFailing: FaultInjectionFault = {
  name: 'sink-failing',
  what: both(
    'o endpoint dos webhooks ouve cada chamada e desliga',
    'the endpoint of the webhooks hears every call, and hangs up',
  ),
  on: 'light',
  heals: 'it answers',
  lastsMs: 6_000,
  longestMs: 0,
  begin: answering('drop'),
}

/** Every request is sent up to ten times more, half of them concurrently. */
export const retryStorm: FaultInjectionFault = {
  name: 'retry-storm',
  what: both(
    'quem chama envia tudo até dez vezes mais, metade de uma só vez',
    'callers send everything up to ten times more, half of them all at once',
  ),
  on: 'light',
  heals: 'they calm down',
  lastsMs: 3_000,
  // A request that waits for its own duplicate uses a connection: a storm is shed, and no response is wrong.
  longestMs: 5_000,
  mix: { repeats: 10 },
  begin: async () => nothing,
}

const overload: FaultInjectionFault = {
  name: 'overload',
  what: both(
    'tantas leituras e escritas quantas 400 que não esperam podem enviar, de outro processo',
    'as many reads and writes as 400 who do not wait can send, from another process',
  ),
  on: 'light',
  heals: 'they are done',
  lastsMs: 0,
  longestMs: 15_000,
  felt: true,
  async begin({ stage, url, beside }) {
    const [client_id, account_id] = [randomUUID(), randomUUID()]
    beside.push(account_id)
    await stage.plant(client_id, account_id)
    const target = { url: `/v1/crossborder/clients/${client_id}/accounts/${account_id}`, token: stage.token }
    const generator = fork(new URL('../overload/generator.ts', import.meta.url), { serialization: 'advanced' })
    generator.send({ ...crowd, port: Number(new URL(url).port), targets: [target, target] } satisfies OverloadPlan)
    await once(generator, 'message')
    generator.disconnect()
    return nothing
  },
}

export const faultsOfPartners = [dictDead, dictHanging, dictSlow, dictLying, storeDies, issuerDown]
export const faultsOfCallers = [sinkHanging, sinkFailing, retryStorm, overload]
