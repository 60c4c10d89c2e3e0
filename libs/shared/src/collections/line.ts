/** A value's place in a line; it is in none once it has left. */
export interface Place<Value> {
  readonly value: Value
  ahead: Place<Value> | undefined
  behind: Place<Value> | undefined
  line: Line<Value> | undefined
}

/**
 * Entries that come and go with each request, in order of arrival. A `Set` or `Map` would do, except for garbage
 * collection: now and then it moves to a new table, and the old table references the new one and its former entries.
 * Once a table reaches the old generation, it keeps all later tables and their requests alive until V8 collects that
 * generation: each request then costs several times what it should. Here, a removed entry references nothing.
 */
export class Line<Value> {
  #first: Place<Value> | undefined
  #last: Place<Value> | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  get first(): Place<Value> | undefined {
    return this.#first
  }

  /** Puts a value last. */
  add(value: Value): Place<Value> {
    const place: Place<Value> = { value, ahead: this.#last, behind: undefined, line: this }
    if (this.#last) this.#last.behind = place
    else this.#first = place
    this.#last = place
    this.#length += 1
    return place
  }

  /** Whether it was in this line until now. */
  remove(place: Place<Value>): boolean {
    if (!this.holds(place)) return false
    const { ahead, behind } = place
    if (ahead) ahead.behind = behind
    else this.#first = behind
    if (behind) behind.ahead = ahead
    else this.#last = ahead
    place.ahead = undefined
    place.behind = undefined
    place.line = undefined
    this.#length -= 1
    return true
  }

  /** Whether the place is in this line. */
  holds(place: Place<Value>): boolean {
    return place.line === this
  }

  /** A snapshot, first entry first: entries can be removed while iterating. */
  places(): Place<Value>[] {
    const places: Place<Value>[] = []
    for (let place = this.#first; place; place = place.behind) places.push(place)
    return places
  }

  values(): Value[] {
    return this.places().map(({ value }) => value)
  }
}
