import { useInstitutions } from '../contract/institutions.ts'
import { useWords } from '../words/language.ts'
import style from './bank.module.css'
import { pix } from './words.ts'

/** An institution by its name, if it is known, and always by its number. */
export function Bank({ ispb, name }: { ispb: string; name?: string | undefined }) {
  const say = useWords(pix)
  const known = useInstitutions().get(ispb) ?? name
  if (!known) return <span className={style.bank}>{say.bank(ispb)}</span>
  return (
    <span className={style.bank}>
      {known} <span className={style.number}>{ispb}</span>
    </span>
  )
}
