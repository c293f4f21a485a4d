import { type Language, said } from '@eclusa/ui/i18n/language.ts'
import type { TimelineFormatter } from '../timeline/timeline-text.ts'
import { pix } from './messages.ts'

/** Timeline texts of a Pix case. They use the last part of the event name, because the page shows the kind of record. */
export function pixTeller(language: Language, statuses: Record<string, string>): TimelineFormatter {
  const say = pix[language]
  return {
    told: ({ what }) => ({ what: said(say.events, what.slice(what.lastIndexOf('.') + 1)), by: say.gateway }),
    status: (status) => said(statuses, status),
  }
}
