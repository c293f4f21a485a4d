import { both, type Text } from '@eclusa/gateway/src/platform/language.ts'

/** Each must be 0. Its total is reported beside it: a zero of none proves nothing. */
export const counted = {
  acknowledged_lost: both('confirmado, e não está lá', 'acknowledged, and not there'),
  applied_twice: both('teve efeito mais de uma vez', 'took effect more than once'),
  replays_let_through: both('repetições respondidas como feitas', 'repeats that were answered as done'),
  wrong_refusals: both('recusas sem que houvesse erro', 'refused, though nothing was wrong with them'),
  undeclared_5xx: both('erros que ninguém declarou', 'answered with an error that nobody declared'),
  repeats_of_nothing: both('recusas como repetição do que não está lá', 'refused as repeats of what is not there'),
  failures_with_effect: both('dito sem efeito, e teve', 'said to have had no effect, and had one'),
  rows_astray: both(
    'linhas que não estão como o último efeito as deixou',
    'rows that are not as the last effect left them',
  ),
  jobs_lost: both('à espera de uma tarefa que ninguém tem', 'waiting for a job that nobody has to do'),
  events_lost: both('efeitos sem o seu evento', 'effects without their event'),
  events_doubled: both('eventos sem um efeito seu', 'events without an effect of their own'),
  deliveries_lost: both('eventos que o receptor nunca recebeu', 'events that the sink never took'),
  objects_absent: both('arquivos ditos guardados cujos bytes não estão', 'files said to be kept whose bytes are not'),
  not_once_at_dict: both(
    'pagamentos que no DICT não estão uma vez se contestados, e nenhuma se não',
    'payments that are not once at DICT if contested, and never if not',
  ),
} satisfies Record<string, Text>

export type CountName = keyof typeof counted
export type FaultInjectionFindings = Record<CountName, { count: number; of: number }>

export const countNames = Object.keys(counted) as CountName[]

export const noFindings = () =>
  Object.fromEntries(countNames.map((name) => [name, { count: 0, of: 0 }])) as FaultInjectionFindings

export function add(findings: FaultInjectionFindings, name: CountName, count: number, of: number): void {
  findings[name].count += count
  findings[name].of += of
}

/** Of several runs. Counts without a total are omitted. */
export function sumOf(all: Partial<FaultInjectionFindings>[]): FaultInjectionFindings {
  const sum = noFindings()
  for (const findings of all)
    for (const name of countNames) add(sum, name, findings[name]?.count ?? 0, findings[name]?.of ?? 0)
  return sum
}

export const wrongOf = (findings: FaultInjectionFindings): CountName[] =>
  countNames.filter((name) => findings[name].count > 0)
