import { both } from '../../platform/language.ts'
import { type Diagnostic, type DiagnosticFinding, databaseExamination, fail, warn, well } from './diagnostic.ts'
import { readRights, takenBack } from './read-rights.ts'
import { migratedRights } from './schema-rights.ts'

/** The maximum number of shown differences: with more of them, a restore from a backup is the better start. */
const SHOWN_MAX = 12

/** Isolation of users and of tasks: whether the privileges are those of the migrations. */
export const rights: Diagnostic[] = [
  databaseExamination('rights.walls', {
    about: both(
      'isolamento por linha, políticas e gatilhos, como migrados',
      'row-level security, policies and triggers, as migrated',
    ),
    mend: both(
      'como dono do esquema, execute os comandos a seguir e descubra a origem da mudança: o isolamento entre usuários foi rompido',
      'as owner of the schema run the following, and find out who changed it: the isolation between users is broken',
    ),
    async look({ pool }) {
      const { missing, added } = await compare(pool, (statement) => !statement.startsWith('grant '))
      return judge(missing, added, fail)
    },
  }),
  databaseExamination('rights.grants', {
    about: both('quem pode o quê, como migrado', 'grants, as migrated'),
    mend: both(
      'como dono do esquema, execute os comandos a seguir; uma permissão ausente causa falhas nos processos, uma permissão a mais é um risco de segurança',
      'as owner of the schema run the following; a missing grant makes processes fail, an additional grant is a security risk',
    ),
    async look({ pool }) {
      const { missing, added } = await compare(pool, isOurGrant)
      return judge(missing, added, fail)
    },
  }),
  databaseExamination('rights.others', {
    about: both('o que papéis alheios podem no esquema', 'what roles of others may do in the schema'),
    mend: both(
      'se ninguém os deu de propósito, tire-os; quem consulta relatórios lê melhor de uma réplica',
      'if they were not granted on purpose, revoke them; reports are better read from a replica',
    ),
    async look({ pool }) {
      const { added } = await compare(pool, (statement) => statement.startsWith('grant ') && !isOurGrant(statement))
      return judge([], added, warn)
    },
  }),
]

const isOurGrant = (statement: string) => /^grant .* to (eclusa_\w+|public)( with grant option)?$/.test(statement)

async function compare(pool: Parameters<typeof readRights>[0], isAsked: (statement: string) => boolean) {
  const [wanted, there] = [new Set(migratedRights()), new Set(await readRights(pool))]
  const within = (one: Set<string>, other: Set<string>) =>
    [...one].filter((statement) => isAsked(statement) && !other.has(statement))
  return { missing: within(wanted, there), added: within(there, wanted) }
}

function judge(missing: string[], added: string[], tell: typeof fail): DiagnosticFinding {
  if (missing.length + added.length === 0) return well()
  const statements = [...added.map(takenBack), ...missing]
  const commands = statements.slice(0, SHOWN_MAX).map((statement) => `${statement};`)
  const left = statements.length - commands.length
  return tell(
    both(`faltam: ${missing.length}, sobram: ${added.length}`, `missing: ${missing.length}, too many: ${added.length}`),
    left > 0 ? [...commands, `-- ${left} …`] : commands,
  )
}
