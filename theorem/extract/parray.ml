(* Coq's arrays, as far as the checker uses them: it reads. Nobody writes to one that was made. *)
type 'a t = { items : 'a array; default : 'a }

let of_array items default = { items = Array.copy items; default }
let get a i = if i >= 0 && i < Array.length a.items then a.items.(i) else a.default
