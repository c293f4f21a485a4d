import type { Text } from '../../base/language.ts'
import type { Ground, Login, Name } from './ground.ts'

/** What one look found. What is well may say what was seen, for who reads on. */
export type Finding =
  | { status: 'OK'; seen?: Text }
  | {
      status: 'WARN' | 'FAIL'
      reason: Text
      /** What mends it, as it is typed. The words around it are the examination's `mend`. */
      commands?: string[]
    }

/**
 * One thing the doctor looks at. It is given what the processes are given, changes nothing that stays, and prints neither a
 * secret nor anything of a person. One that throws or hangs is a finding too.
 */
export interface Examination {
  /** Subject and aspect: `database.version`. */
  name: string
  /** What it looks at. */
  about: Text
  /** What to do when it finds something. */
  mend: Text
  /** Settings without which there is nothing to look at from here. */
  lacks(ground: Ground): string[]
  look(ground: Ground): Promise<Finding>
}

interface Declaration<Needed extends Name> {
  about: Text
  mend: Text
  needs: readonly Needed[]
  look: (ground: Ground<Needed>) => Finding | Promise<Finding>
}

/** Declares an examination. What it needs and is not set here is not looked at, and that is said. */
export function examination<const Needed extends Name>(
  name: string,
  { needs, look, ...texts }: Declaration<Needed>,
): Examination {
  return {
    name,
    ...texts,
    lacks: ({ settings }) => needs.filter((need) => settings[need] === undefined),
    look: async (ground) => look(ground as Ground<Needed>),
  }
}

/** The same of the database: whichever login of a process is set here will do. */
export function databaseExamination(
  name: string,
  {
    look,
    ...texts
  }: Omit<Declaration<never>, 'needs' | 'look'> & { look: (login: Login, ground: Ground) => Promise<Finding> },
): Examination {
  return {
    name,
    ...texts,
    lacks: ({ logins }) => (logins.length === 0 ? ['DATABASE_URL'] : []),
    look: async (ground) => look(ground.logins[0]!, ground),
  }
}

export const well = (seen?: Text): Finding => ({ status: 'OK', ...(seen && { seen }) })

export const warn = (reason: Text, commands?: string[]): Finding => found('WARN', reason, commands)

export const fail = (reason: Text, commands?: string[]): Finding => found('FAIL', reason, commands)

const found = (status: 'WARN' | 'FAIL', reason: Text, commands?: string[]): Finding => ({
  status,
  reason,
  ...(commands && commands.length > 0 && { commands }),
})
