import { examinations } from '@eclusa/gateway/src/cli/doctor/diagnostics.ts'
import type { Language } from '@eclusa/gateway/src/platform/language.ts'
import { table } from './table.ts'

const opening = `# Examinations

Made from the declarations by \`npm run contract\`: change those. What \`eclusa doctor\` looks at, and what to do when it finds
something ([the guide](../guides/doctor.md)).
`

const second = `## Em português

O que \`eclusa doctor\` examina, e o que fazer quando acha algo ([o guia](../guides/pt-BR/doctor.md)).
`

/** Every examination with its texts, in execution order. */
export function examinationsPage(): string {
  const english = rows('en-US', ['name', 'what it looks at', 'what to do'])
  const portuguese = rows('pt-BR', ['nome', 'o que examina', 'o que fazer'])
  return `${opening}\n${english}\n\n${second}\n${portuguese}\n`
}

function rows(language: Language, head: string[]): string {
  const cells = examinations.map(({ name, about, mend }) => [`\`${name}\``, about[language], mend[language]])
  return table(head, cells)
}
