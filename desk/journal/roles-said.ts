import { said } from '../words/language.ts'

/** In which role somebody did something. Who logs in does so in all of theirs. */
export const rolesSaid = (names: Record<string, string>, role: string) =>
  role
    .split('+')
    .map((one) => said(names, one))
    .join(', ')
