// A value that tells its listeners when it changes.

export type Stop = () => void;

export class Signal<T> {
  private listeners = new Set<(value: T, before: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set value(next: T) {
    if (Object.is(next, this.current)) return;
    const before = this.current;
    this.current = next;
    for (const each of [...this.listeners]) each(next, before);
  }

  /** Calls `listener` at every change; the answer ends that. */
  listen(listener: (value: T, before: T) => void): Stop {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** As listen, and once at once. */
  follow(listener: (value: T) => void): Stop {
    listener(this.current);
    return this.listen(listener);
  }
}
