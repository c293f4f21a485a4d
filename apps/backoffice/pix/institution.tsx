import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useInstitutions } from '../api/institutions.ts'
import style from './institution.module.css'
import { pix } from './messages.ts'

/** An institution by its name, if it is known, and always by its number. */
export function Bank({ ispb, name }: { ispb: string; name?: string | undefined }) {
  const say = useMessages(pix)
  const known = useInstitutions().get(ispb) ?? name
  if (!known) return <span className={style.bank}>{say.bank(ispb)}</span>
  return (
    <span className={style.bank}>
      {known} <span className={style.number}>{ispb}</span>
    </span>
  )
}
