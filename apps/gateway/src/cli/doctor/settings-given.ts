import { reportSettings } from '../../platform/config/settings.ts'
import { both } from '../../platform/language.ts'
import { apiSettings, deskProcessSettings, migrateSettings, workerSettings } from '../../settings.ts'
import type { DiagnosticNeed } from './context.ts'
import { type Diagnostic, examination, fail, well } from './diagnostic.ts'

/** A process is meant to run here when a setting is present that it requires and no other process reads. */
const processes = [
  { process: 'api', settings: apiSettings, mark: 'OIDC_ISSUER' },
  { process: 'worker', settings: workerSettings, mark: 'DATABASE_WORKER_URL' },
  { process: 'desk', settings: deskProcessSettings, mark: 'DATABASE_DESK_URL' },
  { process: 'migrate', settings: migrateSettings, mark: 'DATABASE_OWNER_URL' },
] as const satisfies { process: string; settings: object; mark: DiagnosticNeed }[]

/** Whether each process that is meant to run here would start. */
export const settingsGiven: Diagnostic[] = processes.map(({ process, settings, mark }) =>
  examination(`settings.${process}`, {
    about: both(`as variáveis que ${process} lê`, `the settings that ${process} reads`),
    mend: both(
      'defina o que falta e corrija o resto; o comando mostra cada variável, sem segredos',
      'set what is missing and correct the rest; the command shows each setting, without secrets',
    ),
    needs: [mark],
    look({ env }) {
      const reports = reportSettings(settings, env)
      const broken = reports.filter(({ problem }) => problem !== undefined).map(({ name }) => name)
      if (broken.length === 0) return well(both(`${reports.length} variáveis`, `${reports.length} settings`))
      const names = broken.join(', ')
      return fail(both(`faltam ou estão erradas: ${names}`, `missing or wrong: ${names}`), [
        `eclusa config check ${process}`,
      ])
    },
  }),
)
