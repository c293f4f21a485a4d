import type { EventType } from '@eclusa/gateway/src/events/event.ts'
import type { Language } from '@eclusa/gateway/src/platform/language.ts'
import { table } from './table.ts'

interface EventPageMember {
  type?: string
  format?: string
  items?: EventPageMember
  'x-extensible-enum'?: string[]
}

const words = {
  'pt-BR': {
    heading: 'Português',
    field: 'Campo de `data`',
    kind: 'Tipo',
    example: 'Exemplo',
    rest: 'Os demais campos (`id`, `user_id`, `product_id`, `object_id`, `sequence`, `request_id`, `created_at`) são comuns a todos os eventos: veja o guia [webhooks](../guides/pt-BR/webhooks.md).',
    open: 'hoje',
  },
  'en-US': {
    heading: 'English',
    field: 'Field of `data`',
    kind: 'Type',
    example: 'Example',
    rest: 'The other fields (`id`, `user_id`, `product_id`, `object_id`, `sequence`, `request_id`, `created_at`) are common to all events: see the guide [webhooks](../guides/webhooks.md).',
    open: 'today',
  },
} satisfies Record<Language, object>

/** The page of one type of event, in both languages, from its declaration. */
export function eventPage(declared: EventType): string {
  return `# ${declared.type}\n\n${section(declared, 'pt-BR')}\n${section(declared, 'en-US')}`
}

function section({ type, summary, data }: EventType, language: Language): string {
  const { heading, field, kind, rest, open, example } = words[language]
  const members = Object.entries(data.properties) as [string, EventPageMember][]
  const rows = members.map(([name, member]) => [`\`${name}\``, kindOf(member, open)])
  const sample = JSON.stringify({ type, data: Object.fromEntries(members.map(([name, one]) => [name, sampleOf(one)])) })
  return [
    `## ${heading}\n`,
    `${summary[language]}\n`,
    `${table([field, kind], rows)}\n`,
    `${rest}\n`,
    `${example}: \`${sample}\`\n`,
  ].join('\n')
}

function kindOf(member: EventPageMember, open: string): string {
  const values = member['x-extensible-enum']
  if (values) return `${member.type} (${open}: ${values.join(', ')})`
  if (member.items) return `${member.type}, ${kindOf(member.items, open)}`
  return member.format ?? member.type ?? ''
}

function sampleOf(member: EventPageMember): unknown {
  if (member['x-extensible-enum']) return member['x-extensible-enum'][0]
  if (member.items) return ['nickname']
  if (member.format === 'uuid') return '01a1dcb1-e19f-7f79-a09d-6a7ca7d62031'
  return member.type === 'integer' ? 1 : 'text'
}
