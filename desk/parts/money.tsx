import { useFormats } from '../words/format.ts'
import style from './money.module.css'

/** An amount in reais, from cents. Its digits stand in columns. */
export function Money({ cents }: { cents: number }) {
  return <span className={style.money}>{useFormats().money(cents)}</span>
}
