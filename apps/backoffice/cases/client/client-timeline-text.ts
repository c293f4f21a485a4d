import { type Language, said } from '@eclusa/ui/i18n/language.ts'
import type { TimelineFormatter } from '../../timeline/timeline-text.ts'
import { clients } from './messages.ts'

/** Timeline texts of a client abroad and its accounts. */
export function clientTeller(language: Language): TimelineFormatter {
  const say = clients[language]
  return {
    told: ({ what, actor = '' }) => ({ what: said(say.events, what), by: said(say.sources, actor) }),
    status: (status) => said(say.statuses, status),
    part: ({ details = {} }) => {
      const changed = Array.isArray(details['changed']) ? (details['changed'] as unknown[]).map(String) : []
      return [changed.map((name) => said(say.fields, name)).join(', ')]
    },
  }
}
