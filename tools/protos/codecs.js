// Texts of the encoders and decoders that `generate.js` writes, one function for each message. Those of the compiler's later
// versions take 1.4 to 2.7 times as long, and keep the bytes of unknown fields (docs/decisions/0154-libraries.md). The compiler
// gives the names of one letter (reader, length, message, tag, writer) their long forms.

const LENGTH_DELIMITED = 2;

/**
 * Replaces the functions of a protobufjs instance from which its compiler takes the text of encoders and decoders. Messages have
 * neither maps, nor groups, nor required fields: throws when one has.
 */
export function replaceCodecs(protobuf) {
  const { Enum, types, util } = protobuf;
  /** Returns what an encoder and a decoder need to know of a field. */
  const described = (type) => (field) => {
    const { id, name, map, repeated, required, delimited, packed, partOf, resolvedType } = field.resolve();
    if (map || required || delimited) throw new Error(`${type.fullName}.${name}: not supported`);
    const scalar = resolvedType instanceof Enum ? 'int32' : field.type;
    const wireType = types.basic[scalar];
    const isPackable = types.packed[scalar] !== undefined;
    return {
      ...{ id, name, scalar, repeated, isPackable, isPacked: packed && isPackable },
      wireType: wireType ?? LENGTH_DELIMITED,
      /** Encoder and decoder of the field's message; null for other values. */
      message: wireType === undefined ? `types[${type.fieldsArray.indexOf(field)}]` : null,
      access: `m${util.safeProp(name)}`,
      /** Variable with the name of the member of its oneof that was read last; null for other fields. */
      oneof: (partOf?.fieldsArray.length ?? 0) > 1 ? `o${type.oneofsArray.indexOf(partOf)}` : null,
    };
  };
  const numberOf = (id, wireType) => ((id << 3) | wireType) >>> 0;

  protobuf.encoder = (type) => {
    const fields = [...type.fieldsArray].sort(util.compareFieldsById).map(described(type));
    const statements = fields.map(({ id, name, scalar, repeated, isPacked, wireType, message, access }) => {
      const write = (value) =>
        message === null
          ? `w.uint32(${numberOf(id, wireType)}).${scalar}(${value});`
          : `${message}.encode(${value},w.uint32(${numberOf(id, LENGTH_DELIMITED)}).fork()).ldelim();`;
      if (!repeated) {
        return `if(${access}!=null&&Object.hasOwnProperty.call(m,${JSON.stringify(name)})) ${write(access)}`;
      }
      const each = `for(var i=0;i<${access}.length;++i)`;
      const all = isPacked
        ? `w.uint32(${numberOf(id, LENGTH_DELIMITED)}).fork(); ${each} w.${scalar}(${access}[i]); w.ldelim();`
        : `${each} ${write(`${access}[i]`)}`;
      return `if(${access}!=null&&${access}.length){ ${all} }`;
    });
    return `function encode(m,w){ if(!w) w=Writer.create(); ${statements.join('\n')} return w }`;
  };

  protobuf.decoder = (type) => {
    const fields = type.fieldsArray.map(described(type));
    const oneofs = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
    const cases = fields.map(({ id, name, scalar, repeated, isPackable, message, access, oneof }) => {
      const value = message === null ? `r.${scalar}()` : `${message}.decode(r,r.uint32())`;
      if (oneof !== null) {
        // The last member of a oneof clears the others (protobuf.dev/programming-guides/encoding, "Oneofs").
        const own = JSON.stringify(name);
        return `case ${id}: { if(${oneof}!==undefined&&${oneof}!==${own}) m[${oneof}]=null; ${oneof}=${own}; ${access}=${value}; break; }`;
      }
      if (!repeated) return `case ${id}: { ${access}=${value}; break; }`;
      const push = `${access}.push(${value})`;
      // Packed or not, whatever the schema says.
      const packed = isPackable
        ? `if((t&7)===${LENGTH_DELIMITED}){ var c2=r.uint32()+r.pos; while(r.pos<c2) ${push}; }else `
        : '';
      return `case ${id}: { if(!(${access}&&${access}.length)) ${access}=[]; ${packed}${push}; break; }`;
    });
    return `function decode(r,l,e){ if(!(r instanceof Reader)) r=Reader.create(r);
      var c=l===undefined?r.len:r.pos+l,m=new this.ctor${oneofs.map((oneof) => `,${oneof}`).join('')};
      while(r.pos<c){ var t=r.uint32(); if(t===e) break;
        switch(t>>>3){ ${cases.join('\n')} default: r.skipType(t&7); break; } }
      return m }`;
  };
}
