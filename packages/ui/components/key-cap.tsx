import style from './key-cap.module.css'

/** A keyboard key. Hidden from screen readers, which get the list of keys. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className={style.key} aria-hidden="true">
      {children}
    </kbd>
  )
}
