import style from './key-cap.module.css'

/** A key, as it stands on a keyboard. Who listens hears of it in the list of keys. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className={style.key} aria-hidden="true">
      {children}
    </kbd>
  )
}
