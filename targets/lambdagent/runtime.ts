/** Python that modules carry whatever the skill. Standard library only. */

/** Reads a call and judges it by the policies of the module. */
export const callJudge = `def _first(call, keys, otherwise):
    """The value of the first of the keys that the call has."""
    for key in keys:
        if key in call:
            return call[key]
    return otherwise


def _read_call(call):
    """Name and arguments of a call. Raises ValueError where it has none."""
    if not isinstance(call, dict):
        raise ValueError("a call is an object")
    call = call["function"] if isinstance(call.get("function"), dict) else call
    name = _first(call, ("name", "tool_name", "tool", "action"), None)
    arguments = _first(call, ("arguments", "tool_input", "input", "args"), {})
    if not isinstance(name, str) or name == "":
        raise ValueError("a call names a tool")
    if isinstance(arguments, str) and arguments.lstrip()[:1] in ("{", "["):
        arguments = json.loads(arguments)
    return name, arguments


def _leaves(value):
    """Every text in a value; a list of texts is also read as one line of words."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, (list, tuple)):
        if len(value) > 1 and all(isinstance(item, str) for item in value):
            yield " ".join(value)
        for item in value:
            yield from _leaves(item)
    elif not (value is None or isinstance(value, (bool, int, float))):
        raise ValueError("an argument is no JSON value")


def _subjects(name, arguments, field):
    """The texts in which a pattern is searched: as they stand, and each simple command of what a shell runs."""
    shell = name in _EXEC_TOOLS or name not in _KNOWN_TOOLS
    value, command = arguments, isinstance(arguments, str)
    if isinstance(arguments, dict):
        key = field if field is not None else "command" if shell else None
        if key in arguments:
            value, command = arguments[key], key == "command"
        elif field is not None:
            return
    for text in _leaves(value):
        yield text
        if shell:
            found = _Found()
            if command and name in _EXEC_TOOLS:
                _commands(text, found)
            else:
                _attempt(text, found, 0)
            yield from found.commands


def _judge(policy, name, arguments):
    """What one restrict answers: deny, ask, or nothing."""
    if policy["permitted"] is not None and name not in policy["permitted"]:
        yield "deny"
    for search, action, tools, field in policy["patterns"]:
        if tools is None or name in tools:
            if any(search(text) for text in _subjects(name, arguments, field)):
                yield action


def tool_guard(call):
    """'allow', 'ask' or 'deny' for a call {"name": …, "arguments": …}.

    Deny beats ask. A call that cannot be read is denied, and so is one on which a pattern fails to run.
    """
    try:
        name, arguments = _read_call(call)
        answers = {answer for policy in _POLICIES for answer in _judge(policy, name, arguments)}
    except Exception:
        return "deny"
    return "deny" if "deny" in answers else "ask" if "ask" in answers else "allow"
`;

/** The tool guard of a module without restricts. */
export const openToolGuard = `_NAME_KEYS = ("name", "tool_name", "tool", "action", "function")


def tool_guard(call):
    """'allow': no restrict is mounted. A call that names no tool is denied."""
    return "allow" if isinstance(call, dict) and any(key in call for key in _NAME_KEYS) else "deny"

`;

/** Puts the tools that a caller gives behind the tool guard. */
export const toolBinder = `def _guarded(name, run, ask):
    """The tool as a term that asks the tool guard before it runs."""

    def call(arguments):
        request = {"name": name, "arguments": arguments}
        verdict = tool_guard(request)
        if verdict == "deny" or (verdict == "ask" and not (ask is not None and ask(request))):
            raise PermissionError(f"{name}: the tool guard says {verdict}")
        if run is None:
            raise LookupError(f"{name} has no implementation: give one to build(tools={{...}})")
        return run(arguments)

    return Tool(name, call)


def bind_tools(tools=None, ask=None):
    """The tools that the program may use, each behind the tool guard: name to Tool.

    tools gives the callables. ask is asked about a call that needs consent; without it such a call is refused.
    """
    tools = tools or {}
    return {name: _guarded(name, tools.get(name), ask) for name in _granted(tools)}
`;

/** Puts the given agent in the place of the program's own. */
export const agentMount = `def _mount(agent, name, prompt, skills, **settings):
    """The program's own Lam, or the given one with the same skills appended to its prompt.

    Another term takes the place of the Lam as it is: it has no prompt to append to.
    """
    if agent is None:
        return Lam(name, prompt + skills, **settings)
    if skills == "" or not isinstance(getattr(agent, "prompt", None), str):
        return agent
    mounted = copy.copy(agent)
    mounted.prompt = f"{agent.prompt.rstrip()}\\n\\n{skills}" if agent.prompt.strip() else skills
    return mounted
`;

/** Compares what a judge answers with its threshold. */
export const judgeScore = `def _score(answer):
    """The number from 0 to 1 with which a judge begins its answer; 0 where there is none."""
    number = re.match(r"\\s*(0(?:\\.[0-9]+)?|1(?:\\.0+)?|\\.[0-9]+)(?!\\.?[0-9]|\\s*%)", str(answer))
    return float(number.group(1)) if number else 0.0
`;
