import type { Text } from '../../platform/language.ts'
import type { DiagnosticNeed, DoctorContext, Login } from './context.ts'

/** The result of one check. A successful one may describe what it found. */
export type DiagnosticFinding =
  | { status: 'OK'; seen?: Text }
  | {
      status: 'WARN' | 'FAIL'
      reason: Text
      /** Commands that fix it, ready to type. The surrounding text is the examination's `mend`. */
      commands?: string[]
    }

/**
 * One diagnostic check. It uses the settings of the processes, changes nothing permanently, and prints neither secrets
 * nor personal data. One that throws or hangs is a finding too.
 */
export interface Diagnostic {
  /** Subject and aspect: `database.version`. */
  name: string
  /** The subject of the check. */
  about: Text
  /** How to fix the problem it reports. */
  mend: Text
  /** Required settings that are missing, in which case the check is skipped. */
  lacks(ground: DoctorContext): string[]
  look(ground: DoctorContext): Promise<DiagnosticFinding>
}

interface DiagnosticDeclaration<Needed extends DiagnosticNeed> {
  about: Text
  mend: Text
  needs: readonly Needed[]
  look: (ground: DoctorContext<Needed>) => DiagnosticFinding | Promise<DiagnosticFinding>
}

/** Declares a check. With a required setting missing it is skipped, and the report shows that. */
export function examination<const Needed extends DiagnosticNeed>(
  name: string,
  { needs, look, ...texts }: DiagnosticDeclaration<Needed>,
): Diagnostic {
  return {
    name,
    ...texts,
    lacks: ({ settings }) => needs.filter((need) => settings[need] === undefined),
    look: async (ground) => look(ground as DoctorContext<Needed>),
  }
}

/** The same for database checks: any login of a process is enough. */
export function databaseExamination(
  name: string,
  {
    look,
    ...texts
  }: Omit<DiagnosticDeclaration<never>, 'needs' | 'look'> & {
    look: (login: Login, ground: DoctorContext) => Promise<DiagnosticFinding>
  },
): Diagnostic {
  return {
    name,
    ...texts,
    lacks: ({ logins }) => (logins.length === 0 ? ['DATABASE_URL'] : []),
    look: async (ground) => look(ground.logins[0]!, ground),
  }
}

export const well = (seen?: Text): DiagnosticFinding => ({ status: 'OK', ...(seen && { seen }) })

export const warn = (reason: Text, commands?: string[]): DiagnosticFinding => found('WARN', reason, commands)

export const fail = (reason: Text, commands?: string[]): DiagnosticFinding => found('FAIL', reason, commands)

const found = (status: 'WARN' | 'FAIL', reason: Text, commands?: string[]): DiagnosticFinding => ({
  status,
  reason,
  ...(commands && commands.length > 0 && { commands }),
})
