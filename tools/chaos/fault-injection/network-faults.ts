import { both } from '@eclusa/gateway/src/platform/language.ts'
import type { SilentLine } from '@eclusa/testing/silent-connection.ts'
import type { Fire } from './environment.ts'
import type { FaultInjectionFault } from './fault.ts'

const everyLine = ({ apis, workers }: Fire) => [...apis, ...workers].flatMap(({ lines }) => lines)

const made = (lines: SilentLine[], how: 'silent' | 'oneWay') => {
  for (const line of lines) line[how] = true
  return async () => {
    for (const line of lines) line[how] = false
  }
}

const silent = (seconds: number): FaultInjectionFault => ({
  name: `database-silent-${seconds}s`,
  what: both(
    `todo pacote de e para o banco se perde por ${seconds} s, e ninguém é avisado`,
    `every packet to and from the database is lost for ${seconds} s, and nobody is told`,
  ),
  on: 'light',
  heals: 'packets arrive; connections that spoke meanwhile never do',
  lastsMs: seconds * 1_000,
  longestMs: seconds * 1_000 + 25_000,
  felt: true,
  ...(seconds > 5 && { sees: /database/ }),
  begin: async (fire) => made(everyLine(fire), 'silent'),
})

const oneWay: FaultInjectionFault = {
  felt: true,
  name: 'partition-one-way',
  what: both(
    'o que se diz ao banco chega e é feito, e nenhuma resposta volta',
    'what is said to the database arrives and is done, and no answer comes back',
  ),
  on: 'light',
  heals: 'answers arrive again',
  lastsMs: 10_000,
  longestMs: 35_000,
  sees: /database/,
  begin: async (fire) => made(everyLine(fire), 'oneWay'),
}

const oneHost: FaultInjectionFault = {
  felt: true,
  name: 'partition-one-host',
  what: both('uma de duas APIs não alcança mais o banco', 'one of two APIs no longer reaches the database'),
  on: 'light',
  heals: 'it does again; the balancer has asked the other meanwhile',
  lastsMs: 15_000,
  longestMs: 15_000,
  // The gateway notices after five seconds, and the balancer needs three equal results.
  noticedMs: 15_000,
  sees: /database/,
  begin: async ({ apis }) => made(apis[0]!.lines, 'silent'),
}

export const faultsOfLine = [silent(5), silent(90), oneWay, oneHost]
