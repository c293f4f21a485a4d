import { useFormats } from '../i18n/format.ts'
import style from './money.module.css'

/** An amount in reais, from cents, with tabular digits. */
export function Money({ cents }: { cents: number }) {
  return <span className={style.money}>{useFormats().money(cents)}</span>
}
