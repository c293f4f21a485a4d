import type { Dict } from '../../partners/dict/dict.ts'
import { getInfractionReport, type InfractionReport } from '../../partners/dict/infraction-reports.ts'
import { isDictAway, type Outcome } from '../../partners/dict/outcome.ts'

/** What is known of a report after DICT was told something about it. */
export type Heard =
  /** What DICT holds; with the reason where it would not take what it was told. */
  | { report: InfractionReport; refused?: string }
  /** DICT hears nothing of us now, whatever it is about. */
  | { away: true }
  /** DICT answered, and has no such report for us, or nothing that can be believed of it. */
  | { lost: string }

type Told = Outcome<{ infraction_report: InfractionReport }>

/** What DICT holds afterwards is the answer: refused because it was done or taken back meanwhile, or perhaps done. */
export async function hear(dict: Dict, id: string, told: Told): Promise<Heard> {
  if (told.outcome === 'done') return { report: told.value.infraction_report }
  if (isDictAway(told)) return { away: true }
  const asked = await getInfractionReport(dict, id)
  if (asked.outcome === 'done') {
    return { report: asked.value.infraction_report, ...(told.outcome === 'refused' && { refused: told.type }) }
  }
  if (isDictAway(asked)) return { away: true }
  return { lost: asked.outcome === 'refused' ? asked.type : asked.reason }
}
