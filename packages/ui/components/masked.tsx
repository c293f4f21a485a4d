import { Icon } from './icon.tsx'
import style from './masked.module.css'

/** A personal value, masked by the server until a person reveals the case with a reason. */
export function Masked({ value, revealed }: { value: string | undefined; revealed: boolean }) {
  if (value === undefined || value === '') return <span className={style.none}>–</span>
  if (revealed) return <span className={style.revealed}>{value}</span>
  return (
    <span className={style.masked}>
      <Icon name="lock" />
      <span>{value.replaceAll('*', '•')}</span>
    </span>
  )
}
