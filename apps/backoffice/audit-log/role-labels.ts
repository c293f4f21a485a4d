import { said } from '@eclusa/ui/i18n/language.ts'

/** The roles in which a person acted. A login has all of them. */
export const rolesSaid = (names: Record<string, string>, role: string) =>
  role
    .split('+')
    .map((one) => said(names, one))
    .join(', ')
